import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings
  + studyBindings
  + studyFormBindings
  + editBindings
  + customStudyBindings
  + summaryBindings
  + problemsBindings
  + olderRevisionBindings
  + transferBindings
  + exportBindings
  + statisticsBindings
  + menuBindings
  + onboardingBindings
  + globalBindings
