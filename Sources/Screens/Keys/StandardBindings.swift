import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings
  + studyBindings
  + studyFormBindings
  + customStudyBindings
  + summaryBindings
  + browseBindings
  + editBindings
  + statisticsBindings
  + goalsBindings
  + optionsBindings
  + settingsBindings
  + problemsBindings
  + olderRevisionBindings
  + transferBindings
  + exportBindings
  + menuBindings
  + onboardingBindings
  + globalBindings
