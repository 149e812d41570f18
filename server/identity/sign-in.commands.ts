import { timingSafeEqual } from 'node:crypto'
import { failed, success } from '#domain/kernel/result.ts'
import type { Acceptance, Enrolment, SignIn } from '#protocol/identity.ts'
import { recordAct } from '../audit/record-act.queries.ts'
import type { Db } from '../db/schema.ts'
import { type Answer, failWith, problemOf } from '../http/problem.ts'
import { deleteEndedSignIns } from './credentials.queries.ts'
import type { Passwords } from './passwords.ts'
import { takeInvitation } from './people.queries.ts'
import { hashOf, hashOfCode, newSecret } from './secrets.ts'
import {
  addSignIn,
  endSignIns,
  endWipedPhone,
  enrolPhone,
  findCandidate,
  isRepeated,
  lockPhoneToEnrol,
  storePassword,
} from './sign-in.queries.ts'
import { countWrongPassword, forgetWrongPasswords, waitSeconds } from './wrong-passwords.queries.ts'

type Parts = { db: Db; passwords: Passwords }

/** Signs a person in by name and password (docs/product 26.7), and returns the secret of the sign-in. */
export async function signIn(
  { db, passwords }: Parts,
  { name, password }: SignIn,
  requestId: string,
): Promise<Answer<string>> {
  const seconds = await waitSeconds(db, name.trim())
  if (seconds > 0)
    return failed({ ...problemOf('too-many-tries'), headers: { 'retry-after': String(seconds) } })
  const candidate = await findCandidate(db, name.trim())
  const isRight = await passwords.isRight(password, candidate?.password_hash ?? null)
  if (isRight === undefined) return failWith('too-busy')
  if (!candidate || !isRight) {
    await countWrongPassword(db, name.trim())
    return failWith('wrong-password')
  }
  return success(
    await db.transaction().execute(async (tx) => {
      await forgetWrongPasswords(tx, candidate.id)
      return beginSignIn(tx, candidate.id, requestId)
    }),
  )
}

/** Stores a sign-in with its act, and returns its secret. */
export async function beginSignIn(tx: Db, personId: string, requestId: string): Promise<string> {
  await deleteEndedSignIns(tx)
  const secret = newSecret()
  await addSignIn(tx, personId, hashOf(secret))
  await recordAct(tx, { actor: 'person', actorId: personId, requestId }, { verb: 'signed-in' })
  return secret
}

/** Accepts an invitation with a password, and signs the person in. Ends their earlier sign-ins. */
export async function acceptInvitation(
  { db, passwords }: Parts,
  { code, password }: Acceptance,
  requestId: string,
): Promise<Answer<string>> {
  const passwordHash = await passwords.toHash(password)
  if (passwordHash === undefined) return failWith('too-busy')
  return db.transaction().execute(async (tx) => {
    const { personId } = (await takeInvitation(tx, { hash: hashOfCode(code), opens: 'sign-in' })) ?? {}
    if (personId === undefined) return failWith('no-such-invitation')
    await storePassword(tx, personId, passwordHash)
    await forgetWrongPasswords(tx, personId)
    await endSignIns(tx, personId)
    return success(await beginSignIn(tx, personId, requestId))
  })
}

/**
 * Enrols the calling phone, and returns its credential. A phone that lost the response may call again. `credential` is
 * its former credential, if any.
 */
export function enrol(
  db: Db,
  { code, phone_id: phoneId, proof }: Enrolment,
  credential: string | undefined,
  requestId: string,
): Promise<Answer<string>> {
  return db.transaction().execute(async (tx) => {
    const known = await lockPhoneToEnrol(tx, phoneId)
    const proofHash = proof === undefined ? null : hashOf(proof)
    const credentialHash = credential === undefined ? null : hashOf(credential)
    const hash = hashOfCode(code)
    const isItself =
      !known?.person_id ||
      isEqual(known.credential_sha256, credentialHash) ||
      (known.proof_sha256 === null
        ? await isRepeated(tx, hash, phoneId)
        : isEqual(known.proof_sha256, proofHash))
    if (!isItself) return failWith('phone-taken')
    const taken = await takeInvitation(tx, { hash, opens: 'phone', phoneId })
    if (!taken || (taken.isRepeat && known?.state === 'wiped')) return failWith('no-such-invitation')
    const { personId } = taken
    const secret = newSecret()
    await enrolPhone(tx, { phoneId, hash: hashOf(secret), proofHash, ...taken })
    const act = { verb: 'phone-enrolled', objectId: phoneId } as const
    await recordAct(tx, { actor: 'person', actorId: personId, requestId }, act)
    return success(secret)
  })
}

/** A missing value equals nothing. */
const isEqual = (stored: Uint8Array | null, given: Buffer | null) =>
  stored !== null && given !== null && timingSafeEqual(stored, given)

/** Ends the enrolment of a phone that deleted everything. Returns false if the phone was not asked to. */
export const confirmWipe = (
  db: Db,
  phone: { id: string; personId: string },
  requestId: string,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const by = { actor: 'person', actorId: phone.personId, requestId } as const
    const isWiped = await endWipedPhone(tx, phone.id)
    if (isWiped) await recordAct(tx, by, { verb: 'phone-wiped', objectId: phone.id })
    return isWiped
  })
