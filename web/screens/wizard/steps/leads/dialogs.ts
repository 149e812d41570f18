import { prefetched } from '../../../../ui/prefetched.ts'

const later = () => import('./later-dialogs.ts').then((module) => module.laterDialogs)

/** The dialogs of this step. The first screen does not need their code. */
export const dialogs = {
  callBack: prefetched(async () => (await later()).CallBackDialog),
  eligibility: prefetched(async () => (await later()).EligibilityDialog),
  enterDoor: prefetched(async () => (await later()).EnterDoor),
  history: prefetched(async () => (await later()).DoorHistory),
  note: prefetched(async () => (await later()).NoteDialog),
  notKept: prefetched(async () => (await later()).NotKeptDialog),
  today: prefetched(async () => (await later()).TodayDialog),
}

/** Loads the code of the dialogs in advance, so that they open without a gap. */
export const preloadDialogs = () => Promise.all(Object.values(dialogs).map(({ prefetch }) => prefetch()))
