import type { CancellationReceived, CustomersCopy } from '#protocol/copy.ts'
import { byId, hide, say, sayProblem, show } from '../plain-page/elements.ts'
import { needed, onSubmit, onToggle, typed } from '../plain-page/forms.ts'
import { keepFocusNearby } from '../ui/keep-focus-nearby.ts'
import { type Answer, askCopy, downloadCopy, readKeys } from './ask-copy.ts'
import { checkFile, isOfAnotherAgreement } from './check-file.ts'
import { type Code, hexOf, readCode } from './code.ts'
import { momentInWords } from './moment-in-words.ts'
import { noticeOf, showSummary } from './summary.ts'

/** The customer's page (docs/product 13.4): the copy behind a code, without a framework, so that old phones open it. */
let code: Code | undefined
let copy: CustomersCopy | undefined
/** A file that was dropped before the copy had loaded. */
let unchecked: File | undefined

async function open(): Promise<void> {
  const opened = readCode(location.hash)
  code = opened
  copy = undefined
  hide('copy')
  hide('nothing')
  if (!opened) return showNothing()
  say('state', 'Looking for your copy…')
  const answer = await askCopy<CustomersCopy>('', { token: opened.token })
  if (code !== opened) return
  if (!answer.ok) return answer.status === 404 ? showNothing() : showNoAnswer(answer.sentence)
  copy = answer.value
  say('state', `Order ${copy.order_reference}`)
  showSummary(copy)
  byId('another').hidden = !isOfAnotherAgreement(copy.documents, opened.agreementHash)
  show('copy')
  void check(unchecked)
}

/** Unknown codes, ended ones and ones that have not arrived yet look the same. */
function showNothing(): void {
  say('state')
  if (code)
    say('held', `Keep your code. It was made for the agreement ${hexOf(code.agreementHash).slice(0, 16)}…`)
  byId('not-here').hidden = !code
  byId('again').hidden = !code
  byId('no-code').hidden = code !== undefined
  show('nothing')
}

/** Without an answer, we do not know whether the copy is here. */
function showNoAnswer(why: string): void {
  say('state', why)
  for (const id of ['not-here', 'no-code']) hide(id)
  show('again')
  show('nothing')
}

const token = () => code?.token ?? ''
const NO_POSTCODE = 'Enter the postcode first.'
const report = (id: string, answer: Answer<unknown>, done: string) =>
  answer.ok ? say(id, done) : sayProblem(id, answer.sentence)

byId('again').addEventListener('click', () => void open())
// A page that already shows a copy reloads, so that nothing of one copy is left beside another.
addEventListener('hashchange', () => (copy ? location.reload() : void open()))
onSubmit('code-form', async () => {
  const entered = readCode(typed('code'))
  if (!entered) return sayProblem('state', 'That code is incomplete. It should have 66 characters.')
  location.hash = `${entered.token}.${entered.agreementHash}`
})

onSubmit('download-form', async () => {
  const postcode = needed('postcode', 'download-result', NO_POSTCODE)
  if (!postcode) return
  const answer = await downloadCopy(token(), postcode, `${copy?.order_reference ?? 'copy'}.pdf`)
  report('download-result', answer, 'Saved to your downloads.')
})
byId('confirm').addEventListener('click', async () => {
  const answer = await askCopy('/confirm', { token: token() })
  if (answer.ok) hide('confirm')
  report('confirm-result', answer, 'Thank you. We have noted that you have your documents.')
})

onSubmit('cancel-form', async () => {
  const postcode = needed('cancel-postcode', 'cancel-result', NO_POSTCODE)
  if (!postcode) return
  const notice = { token: token(), postcode, words: typed('cancel-words') }
  const answer = await askCopy<CancellationReceived>('/cancel', notice)
  if (!answer.ok) return sayProblem('cancel-result', answer.sentence)
  closeCancel()
  const { received_at, in_time } = answer.value
  if (copy) showSummary({ ...copy, cancelled_at: received_at })
  const late = in_time ? '' : ' It arrived after the last day to cancel, which we have noted.'
  const recorded = ` It was recorded on ${momentInWords(received_at)}.`
  say('cancel-result', `We have received your cancellation.${recorded}${late} The company will be in touch.`)
})
const closeCancel = onToggle('cancel', 'cancel-form', () => copy && say('notice', noticeOf(copy)))

onSubmit('dispute-form', async () => {
  const words = needed('dispute-words', 'dispute-result', 'First write what is not right.')
  if (!words) return
  const answer = await askCopy('/dispute', { token: token(), words })
  if (answer.ok) closeDispute()
  report('dispute-result', answer, 'Thank you. The office will look into it.')
})
const closeDispute = onToggle('dispute', 'dispute-form')

async function check(file: File | undefined): Promise<void> {
  unchecked = copy ? undefined : file
  if (!file || !copy || !code) return
  say('check-result', 'Checking…')
  try {
    const { documents } = copy
    const keys = await readKeys()
    say('check-result', ...(await checkFile(file, { documents, keys, agreementHash: code.agreementHash })))
  } catch {
    sayProblem(
      'check-result',
      'This file can’t be checked right now. Try again, or open this page over https.',
    )
  }
}
byId('file').addEventListener('change', () => void check(byId('file', HTMLInputElement).files?.[0]))
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  void check(event.dataTransfer?.files[0])
})

keepFocusNearby()
void open()
