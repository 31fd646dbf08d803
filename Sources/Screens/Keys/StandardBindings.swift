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
  + optionsBindings
  + settingsBindings
  + statisticsBindings
  + menuBindings
  + onboardingBindings
  + globalBindings
