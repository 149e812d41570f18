import { isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH, type CopyCode } from '#protocol/back-office.ts'
import { ask, isAnything } from './ask.ts'

const post = (session_id: string) => ({ method: 'POST', body: { session_id } })

/** Mails the customer the newest version once more. */
export const sendCopyAgain = (sessionId: string) =>
  ask(`${BACK_OFFICE_PATH}/copies/send-again`, isAnything, post(sessionId))

/** Ends the customer's code. */
export const revokeCode = (sessionId: string) =>
  ask(`${BACK_OFFICE_PATH}/copy-code/revoke`, isAnything, post(sessionId))

/** Replaces the customer's code with a new one. Only this answer contains it. */
export const renewCode = (sessionId: string) =>
  ask(`${BACK_OFFICE_PATH}/copy-code/renew`, isObject<CopyCode>, post(sessionId))
