import { ENROL_PAGE, type InvitationShown, type Me, SIGN_IN_PAGE } from '#protocol/identity.ts'
import { type Answer, askIdentity } from '../plain-page/ask-identity.ts'
import { byId, hide, say, sayProblem, show } from '../plain-page/elements.ts'
import { onSubmit, typed } from '../plain-page/forms.ts'
import { phoneId } from '../storage/phone-id.ts'
import { PHONE_NEWS, type PhoneNews } from '../storage/phone-news.ts'
import { firstRead, thisPhone } from '../storage/this-phone.ts'
import { readUnsent } from '../storage/unsent.ts'
import { readCode } from './code.ts'
import { forgetLists, readListsNext } from './enrolled-lists.ts'
import { phoneProof } from './phone-proof.ts'
import { wipePhone } from './wipe-phone.ts'

/** Enrols this phone for the person behind a code, or wipes it if the office asked for that (docs/product 26.11). */
let code: string | undefined
/** Whom the phone is enrolled for. */
let enrolledFor: string | undefined
let invited = ''

const PARTS = ['offer', 'code-form', 'again', 'start']

async function open(): Promise<void> {
  for (const part of PARTS) hide(part)
  show('back')
  say('state', 'One moment …')
  const me = await askIdentity<Me>('/me')
  if (!me.ok) return showProblem(me)
  const { mode, phone } = me.value
  if (mode === 'anonymous') return showStart('No one needs to enrol a phone here. You can sell right away.')
  if (phone?.state === 'wiping') return wipe()
  enrolledFor = phone?.person.name
  code = readCode(location.hash)
  if (code) await lookAt(code)
  else askForCode(enrolledFor === undefined ? '' : `This phone is enrolled for ${enrolledFor}.`)
}

async function lookAt(shown: string): Promise<void> {
  const invitation = await askIdentity<InvitationShown>('/invitation', { code: shown })
  if (code !== shown) return
  // It may be this phone that used it, and then lost the answer.
  if (!invitation.ok && invitation.code === 'no-such-invitation') return enrol(shown)
  if (!invitation.ok) return showProblem(invitation)
  if (invitation.value.opens === 'sign-in') return location.replace(`${SIGN_IN_PAGE}#${shown}`)
  invited = invitation.value.name
  const { sales } = await unsentHere()
  say('state', enrolledFor === undefined ? '' : `It is enrolled for ${enrolledFor} now.`)
  say('whose', `This phone will be ${invited}’s.`)
  say('waiting', ...(sales > 0 ? [`${waitingSales(sales)} be handed in under this name.`] : []))
  say('shown-code', shown)
  byId('elsewhere').hidden = matchMedia('(display-mode: standalone)').matches
  show('offer')
}

/** A phone whose storage does not answer says so when it is enrolled. */
const unsentHere = () => readUnsent(thisPhone).catch(() => ({ sales: 0, refused: 0, hasOthers: false }))

const waitingSales = (count: number) =>
  count === 1 ? '1 sale waits on it and will' : `${count} sales wait on it and will`

async function enrol(shown: string): Promise<void> {
  const [id, proof] = await Promise.all([phoneId(thisPhone), phoneProof(thisPhone)]).catch(() => [])
  if (id === undefined)
    return sayProblem('state', 'This browser can’t keep anything. Leave private browsing first.')
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

/** No one can use a code twice, so it need not stay in the history. */
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

/** The code is kept, in the address too. */
function showProblem({ sentence }: Extract<Answer<unknown>, { ok: false }>): void {
  sayProblem('state', sentence)
  if (byId('offer').hidden) show('again')
}

/** Another tab may have stored something since the app left for this page; the app hands that in first. */
async function wipe(): Promise<void> {
  say('state', 'Your office is wiping this phone …')
  // It may put second copies back, which must not come after the wipe.
  await firstRead.catch(() => undefined)
  const unsent = await wipePhone(thisPhone)
  if (unsent.sales > 0 || unsent.hasOthers)
    return say(
      'state',
      'Your office is wiping this phone. Open Doorstep, so that it can hand in what is still here.',
    )
  const me = await askIdentity<Me>('/wiped', {})
  if (!me.ok) return showProblem(me)
  const lost =
    unsent.refused === 1
      ? '1 sale that was refused went with it.'
      : `${unsent.refused} sales that were refused went with it.`
  byId('back').textContent = 'Open Doorstep'
  byId('code-form').hidden = false
  say('state', 'This phone was wiped by your office.', ...(unsent.refused > 0 ? [lost] : []))
}

const tellTabs = (news: PhoneNews) => new BroadcastChannel(PHONE_NEWS).postMessage(news)

byId('again').addEventListener('click', () => void open())
addEventListener('hashchange', () => void open())
onSubmit('code-form', async () => {
  const entered = readCode(typed('code'))
  byId('code').setAttribute('aria-invalid', String(!entered))
  if (entered) location.hash = entered
  else {
    sayProblem('state', 'That is not a whole code. It has 12 letters.')
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
