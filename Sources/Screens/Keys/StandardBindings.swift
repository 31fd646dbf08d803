import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings + studyBindings + editBindings + summaryBindings + problemsBindings + olderRevisionBindings
  + transferBindings + exportBindings + menuBindings + onboardingBindings + globalBindings
