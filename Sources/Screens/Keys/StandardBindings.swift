import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings + studyBindings + studyFormBindings + customStudyBindings + summaryBindings
  + problemsBindings + olderRevisionBindings + transferBindings + exportBindings
  + optionsBindings + settingsBindings + menuBindings + onboardingBindings + globalBindings
