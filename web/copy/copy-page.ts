import type { CancellationReceived, CustomersCopy } from '#protocol/copy.ts'
import { type Answer, askCopy, downloadCopy, readKeys } from './ask-copy.ts'
import { checkFile } from './check-file.ts'
import { type Code, hexOf, readCode } from './code.ts'
import { byId, hide, say, show } from './elements.ts'
import { momentInWords } from './moment-in-words.ts'
import { noticeOf, showSummary } from './summary.ts'

/** The customer's page (docs/product 13.4): the copy behind a code, without a framework, so that old phones open it. */
let code: Code | undefined
let copy: CustomersCopy | undefined
/** A file that was dropped before the copy was there. */
let unchecked: File | undefined

async function open(): Promise<void> {
  code = readCode(location.hash)
  hide('copy')
  hide('nothing')
  if (!code) return showNothing('')
  say('state', 'Looking for your copy …')
  const answer = await askCopy<CustomersCopy>('', { token: code.token })
  if (!answer.ok) return showNothing(answer.status === 404 ? '' : answer.sentence)
  copy = answer.value
  say('state', `Order ${copy.order_reference}`)
  showSummary(copy)
  show('copy')
  void check(unchecked)
}

/** An unknown code, one that ended and one that has not arrived look the same. */
function showNothing(why: string): void {
  say('state', why)
  say(
    'held',
    code ? `Your code says the agreement is ${hexOf(code.agreementHash).slice(0, 16)}… Keep it.` : '',
  )
  show('nothing')
}

/** Calls `work` when a form is sent; while it runs, a second tap does nothing. */
function onSubmit(id: string, work: () => Promise<void>): void {
  let isBusy = false
  byId(id, HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    void work().finally(() => {
      isBusy = false
    })
  })
}

/** Opens and closes a form by its button. Returns what closes it. A closed form is not in the page, nor are its labels. */
function onToggle(opener: string, form: string, whenOpened: () => void = () => {}): () => void {
  const [button, element] = [byId(opener), byId(form)]
  const close = () => {
    element.remove()
    button.setAttribute('aria-expanded', 'false')
  }
  button.addEventListener('click', () => {
    if (element.isConnected) return close()
    button.after(element)
    button.setAttribute('aria-expanded', 'true')
    whenOpened()
  })
  close()
  return close
}

const token = () => code?.token ?? ''
const typed = (id: string) => byId(id, HTMLInputElement).value
const words = (id: string) => byId(id, HTMLTextAreaElement).value
const sentenceOf = (answer: Answer<unknown>, done: string) => (answer.ok ? done : answer.sentence)

byId('again').addEventListener('click', () => void open())
addEventListener('hashchange', () => void open())
onSubmit('code-form', async () => {
  const entered = readCode(typed('code'))
  if (!entered) return say('state', 'That is not a whole code. It has 66 characters.')
  location.hash = `${entered.token}.${entered.agreementHash}`
})

onSubmit('download-form', async () => {
  if (!typed('postcode').trim()) {
    say('download-result', 'Enter the postcode first.')
    return byId('postcode').focus()
  }
  const answer = await downloadCopy(token(), typed('postcode'), `${copy?.order_reference ?? 'copy'}.pdf`)
  say('download-result', sentenceOf(answer, 'Saved among your downloads.'))
})
byId('confirm').addEventListener('click', async () => {
  const answer = await askCopy('/confirm', { token: token() })
  if (answer.ok) hide('confirm')
  say('confirm-result', sentenceOf(answer, 'Thank you. We have noted that you have your documents.'))
})

onSubmit('cancel-form', async () => {
  const notice = { token: token(), postcode: typed('cancel-postcode'), words: words('cancel-words') }
  const answer = await askCopy<CancellationReceived>('/cancel', notice)
  if (!answer.ok) return say('cancel-result', answer.sentence)
  closeCancel()
  const { received_at, in_time } = answer.value
  const late = in_time ? '' : ' It came after the last day, which we have noted.'
  const recorded = ` It is recorded: ${momentInWords(received_at)}.`
  say('cancel-result', `We have received your cancellation.${recorded}${late} The company will be in touch.`)
})
const closeCancel = onToggle('cancel', 'cancel-form', () => copy && say('notice', noticeOf(copy)))

onSubmit('dispute-form', async () => {
  const answer = await askCopy('/dispute', { token: token(), words: words('dispute-words') })
  if (answer.ok) closeDispute()
  say('dispute-result', sentenceOf(answer, 'Thank you. The office will look into it.'))
})
const closeDispute = onToggle('dispute', 'dispute-form')

async function check(file: File | undefined): Promise<void> {
  unchecked = copy ? undefined : file
  if (!file || !copy || !code) return
  say('check-result', 'Checking …')
  try {
    const { documents } = copy
    const keys = await readKeys()
    say('check-result', ...(await checkFile(file, { documents, keys, agreementHash: code.agreementHash })))
  } catch {
    say('check-result', 'This file can’t be checked right now. Try again, or open this page over https.')
  }
}
byId('file').addEventListener('change', () => void check(byId('file', HTMLInputElement).files?.[0]))
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  void check(event.dataTransfer?.files[0])
})

void open()
