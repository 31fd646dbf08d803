import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings + studyBindings + summaryBindings + problemsBindings + olderRevisionBindings
  + transferBindings + exportBindings + menuBindings + onboardingBindings + globalBindings
