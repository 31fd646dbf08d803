import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings
  + studyBindings
  + studyFormBindings
  + customStudyBindings
  + summaryBindings
  + problemsBindings
  + olderRevisionBindings
  + transferBindings
  + exportBindings
  + statisticsBindings
  + goalsBindings
  + menuBindings
  + onboardingBindings
  + globalBindings
