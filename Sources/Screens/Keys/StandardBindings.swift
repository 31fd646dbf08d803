import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings + studyBindings + summaryBindings + browseBindings
  + problemsBindings + olderRevisionBindings + transferBindings + exportBindings
  + menuBindings + onboardingBindings + globalBindings
