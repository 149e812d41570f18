import { EligibilityDialog } from './eligibility-dialog.tsx'
import { EnterDoor } from './enter-door.tsx'
import { CallBackDialog } from './visits/call-back-dialog.tsx'
import { DoorHistory } from './visits/door-history.tsx'
import { NotKeptDialog } from './visits/not-kept-dialog.tsx'
import { NoteDialog } from './visits/note-dialog.tsx'
import { TodayDialog } from './visits/today-dialog.tsx'

/** The dialogs of this step in one chunk, which loads after the first screen. */
export const laterDialogs = {
  CallBackDialog,
  DoorHistory,
  EligibilityDialog,
  EnterDoor,
  NotKeptDialog,
  NoteDialog,
  TodayDialog,
}
