import { isObject } from '#domain/kernel/parse-json.ts'
import { ENROL_PAGE, type InvitationShown, type Me, SIGN_IN_PAGE } from '#protocol/identity.ts'
import { type Answer, askIdentity } from '../plain-page/ask-identity.ts'
import { byId, hide, say, sayProblem, show } from '../plain-page/elements.ts'
import { onSubmit, typed } from '../plain-page/forms.ts'
import { phoneId, phoneProof } from '../storage/phone-id.ts'
import { PHONE_NEWS, type PhoneNews } from '../storage/phone-news.ts'
import { firstRead, thisPhone } from '../storage/this-phone.ts'
import { readSignedUnsent } from '../storage/unsent.ts'
import { readCode } from './code.ts'
import { forgetLists, readListsNext } from './enrolled-lists.ts'
import { wipePhone } from './wipe-phone.ts'

/** Enrols this phone for the person behind a code, or wipes it if the office asked for that (docs/product 26.11). */
let code: string | undefined
/** The name of the person for whom this phone is enrolled. */
let enrolledFor: string | undefined
let invited = ''

const PARTS = ['offer', 'code-form', 'again', 'start']

async function open(): Promise<void> {
  for (const part of PARTS) hide(part)
  show('back')
  say('state', 'One moment…')
  const me = await askIdentity<Me>('/me')
  if (!me.ok) return showProblem(me)
  const { mode, phone } = me.value
  if (mode === 'anonymous') return showStart('You don’t need to enrol this phone. You can start selling.')
  if (phone?.state === 'wiping') return wipe()
  enrolledFor = phone?.person.name
  code = readCode(location.hash)
  const wiped = phone || code ? undefined : wipedBefore()
  if (wiped !== undefined) return sayWiped(wiped)
  if (code) await lookAt(code)
  else askForCode(enrolledFor === undefined ? '' : `This phone is enrolled for ${enrolledFor}.`)
}

async function lookAt(shown: string): Promise<void> {
  const invitation = await askIdentity<InvitationShown>('/invitation', { code: shown })
  if (code !== shown) return
  // This phone may have used the code itself and lost the answer.
  if (!invitation.ok && invitation.code === 'no-such-invitation') return enrol(shown)
  if (!invitation.ok) return showProblem(invitation)
  if (invitation.value.opens === 'sign-in') return location.replace(`${SIGN_IN_PAGE}#${shown}`)
  invited = invitation.value.name
  const { fresh, begun } = await signedUnsentHere()
  say('state', enrolledFor === undefined ? '' : `It is now enrolled for ${enrolledFor}.`)
  say('whose', `This phone will be enrolled for ${invited}.`)
  say(
    'waiting',
    ...(fresh > 0 ? [`${waitingSales(fresh)} be handed in under this name.`] : []),
    ...(begun > 0
      ? [`${waitingSales(begun)} be handed in. ${begun === 1 ? 'It keeps its' : 'They keep their'} agent.`]
      : []),
  )
  say('shown-code', shown)
  byId('elsewhere').hidden = matchMedia('(display-mode: standalone)').matches
  show('offer')
}

/** A failure of the storage does not matter here: enrolling reports it. */
const signedUnsentHere = () => readSignedUnsent(thisPhone).catch(() => ({ fresh: 0, begun: 0 }))

const waitingSales = (count: number) =>
  count === 1 ? '1 sale waits on it and will' : `${count} sales wait on it and will`

async function enrol(shown: string): Promise<void> {
  const [id, proof] = await Promise.all([phoneId(thisPhone), phoneProof(thisPhone)]).catch(() => [])
  if (id === undefined)
    return sayProblem('state', 'This browser can’t save anything. Leave private browsing, then try again.')
  await readListsNext(thisPhone)
  const me = await askIdentity<Me>('/enrol', { code: shown, phone_id: id, proof })
  if (!me.ok) return me.code === 'no-such-invitation' ? askAgain(me.sentence) : showProblem(me)
  await forgetLists(thisPhone)
  tellTabs('enrolled')
  const name = me.value.phone?.person.name ?? invited
  enrolledFor = name
  forgetCode()
  showStart(`Ready. ${name} can sell on this phone.`)
}

/** A code works only once, so it need not stay in the history. */
function forgetCode(): void {
  code = undefined
  history.replaceState(null, '', ENROL_PAGE)
}

function askForCode(sentence: string): void {
  say('state', sentence)
  hide('offer')
  show('code-form')
}

function askAgain(sentence: string): void {
  forgetCode()
  askForCode('')
  sayProblem('state', sentence)
  byId('code', HTMLInputElement).select()
}

function showStart(sentence: string): void {
  say('state', sentence)
  hide('offer')
  hide('back')
  show('start')
  byId('start').focus()
}

/** Keeps the code, also in the address. */
function showProblem({ sentence }: Extract<Answer<unknown>, { ok: false }>): void {
  sayProblem('state', sentence)
  if (byId('offer').hidden) show('again')
}

/**
 * Wipes this phone, unless another tab has stored something since the app opened this page: the app must send that
 * first.
 */
async function wipe(): Promise<void> {
  say('state', 'Your office is wiping this phone…')
  // The first read may restore second copies, which must not happen after the wipe.
  await firstRead.catch(() => undefined)
  const unsent = await wipePhone(thisPhone)
  if (unsent.sales > 0 || unsent.hasOthers)
    return say(
      'state',
      'Your office is wiping this phone. Open Doorstep so that it can hand in what is still here.',
    )
  const me = await askIdentity<Me>('/wiped', {})
  if (!me.ok) return showProblem(me)
  history.replaceState({ refused: unsent.refused }, '')
  sayWiped(unsent.refused)
}

/**
 * Returns how many refused sales this page wiped before it was reloaded. The phone keeps no other trace of the wipe.
 */
function wipedBefore(): number | undefined {
  const state: unknown = history.state
  return isObject<{ refused: unknown }>(state) && typeof state.refused === 'number'
    ? state.refused
    : undefined
}

function sayWiped(refused: number): void {
  const lost =
    refused === 1 ? '1 refused sale was deleted with it.' : `${refused} refused sales were deleted with it.`
  byId('back').textContent = 'Open Doorstep'
  byId('code-form').hidden = false
  say('state', 'Your office has wiped this phone.', ...(refused > 0 ? [lost] : []))
}

const tellTabs = (news: PhoneNews) => new BroadcastChannel(PHONE_NEWS).postMessage(news)

byId('again').addEventListener('click', () => void open())
addEventListener('hashchange', () => void open())
onSubmit('code-form', async () => {
  const entered = readCode(typed('code'))
  byId('code').setAttribute('aria-invalid', String(!entered))
  if (entered) location.hash = entered
  else {
    sayProblem('state', 'That code is incomplete. It should have 12 letters.')
    byId('code').focus()
  }
})
let isEnrolling = false
byId('enrol').addEventListener('click', async () => {
  if (isEnrolling || !code) return
  isEnrolling = true
  await enrol(code).finally(() => {
    isEnrolling = false
  })
})

void open()
