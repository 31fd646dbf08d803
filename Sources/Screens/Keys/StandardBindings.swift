import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings + studyBindings + summaryBindings + problemsBindings + olderRevisionBindings
  + transferBindings + exportBindings + goalsBindings + menuBindings + onboardingBindings
  + globalBindings
