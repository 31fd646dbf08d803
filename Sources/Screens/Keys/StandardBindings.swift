import TerminalUI

let standardBindings: [KeyBinding] =
  homeBindings
  + studyBindings
  + summaryBindings
  + browseBindings
  + problemsBindings
  + olderRevisionBindings
  + transferBindings
  + exportBindings
  + optionsBindings
  + settingsBindings
  + menuBindings
  + onboardingBindings
  + studyFormBindings
  + customStudyBindings
  + browseBindings
  + editBindings
  + statisticsBindings
  + goalsBindings
  + globalBindings
