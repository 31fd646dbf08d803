import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings
  + studyBindings
  + studyFormBindings
  + customStudyBindings
  + summaryBindings
  + browseBindings
  + problemsBindings
  + olderRevisionBindings
  + transferBindings
  + exportBindings
  + statisticsBindings
  + menuBindings
  + onboardingBindings
  + globalBindings
