import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings + studyBindings + studyFormBindings + customStudyBindings + editBindings
  + summaryBindings + problemsBindings + olderRevisionBindings + transferBindings + exportBindings
  + menuBindings + onboardingBindings + globalBindings
