import { ENROL_PAGE, IDENTITY_PATH, type InvitationShown, type Me, MIN_PASSWORD } from '#protocol/identity.ts'
import { type Answer, askIdentity } from '../plain-page/ask-identity.ts'
import { byId, hide, say, sayProblem, show } from '../plain-page/elements.ts'
import { needed, onSubmit } from '../plain-page/forms.ts'
import { settingsOfPage } from '../plain-page/settings-of-page.ts'
import { accountProblemIn } from './account-words.ts'
import { nextPage } from './next-page.ts'

/**
 * The page on which people of the office sign in and accept invitations (docs/product 26.10). It has no framework,
 * because it is the first page that they open. The code of an invitation stays in the address until it is accepted, so
 * that it survives a reload.
 */
const VIEWS = ['sign-in', 'accept', 'signed-in', 'no-one', 'again']
const RESULTS = ['sign-in-result', 'accept-result', 'sign-out-result']
const settings = settingsOfPage()
/** Counts the openings, so that a late answer shows nothing. */
let opened = 0

const codeInAddress = () => decodeURIComponent(location.hash.slice(1)).trim()

async function open(): Promise<void> {
  opened += 1
  const mine = opened
  for (const view of VIEWS) hide(view)
  for (const form of document.forms) form.reset()
  for (const result of RESULTS) say(result)
  say('title', 'Sign in')
  if (!settings.authMode) return showNoOne()
  const code = codeInAddress()
  say('state', code ? 'Looking for your invitation…' : 'Checking who you are…')
  const [me, invitation] = await Promise.all([
    askIdentity<Me>('/me'),
    code ? askIdentity<InvitationShown>('/invitation', { code }) : undefined,
  ])
  if (mine !== opened) return
  if (!me.ok) return showNoAnswer(me.sentence)
  if (me.value.has_company_accounts) showCompanyAccounts(code)
  if (invitation) showInvitation(code, invitation, me.value)
  else showWho(me.value)
}

function showNoOne(): void {
  say('state')
  show('no-one')
}

function showInvitation(code: string, invitation: Answer<InvitationShown>, me: Me): void {
  if (invitation.ok && invitation.value.opens === 'phone') {
    say('state', 'This invitation is for a phone…')
    location.replace(`${ENROL_PAGE}#${code}`)
  } else if (invitation.ok) {
    const { name } = invitation.value
    say('title', `Welcome, ${name}`)
    say('state', 'Choose a password, and you are in.')
    byId('accept-name', HTMLInputElement).value = name
    show('accept')
    byId('new-password').focus()
  } else if (invitation.code === 'no-such-invitation') {
    showWho(me)
    sayProblem('state', `${invitation.sentence} If you have already chosen a password, sign in with it.`)
  } else showNoAnswer(invitation.sentence)
}

function showWho({ person }: Me): void {
  const problem = accountProblemIn(location.search)
  if (problem && !person) sayProblem('state', problem)
  else say('state')
  show(person ? 'signed-in' : 'sign-in')
  if (!person) byId('name').focus()
  else {
    say('title', 'You are signed in')
    say('who', `As ${person.name}.`)
    byId('onward', HTMLAnchorElement).href = nextPage(location)
  }
}

/** Without an answer, we do not know who is signed in. */
function showNoAnswer(why: string): void {
  sayProblem('state', why)
  show('again')
}

function showCompanyAccounts(code: string): void {
  const query = new URLSearchParams({ next: nextPage(location), ...(code && { code }) })
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-company]')) {
    link.href = `${IDENTITY_PATH}/oidc/start?${query}`
    link.hidden = false
  }
}

/**
 * Sends a form, and leaves this page if the person is signed in. Replaces the page in the history, because Back must
 * not lead to a used code.
 */
async function enter(form: string, path: string, body: object, field: string): Promise<void> {
  say(`${form}-result`, 'One moment…')
  const answer = await askIdentity<Me>(path, body)
  if (answer.ok) return location.replace(nextPage(location))
  sayProblem(`${form}-result`, answer.sentence)
  const input = byId(field, HTMLInputElement)
  input.focus()
  input.select()
}

onSubmit('sign-in', async () => {
  const name = needed('name', 'sign-in-result', 'Enter your name first.')
  if (!name) return
  const { value: password } = byId('password', HTMLInputElement)
  if (password === '') return refuse('password', 'sign-in-result', 'Enter your password first.')
  await enter('sign-in', '/sign-in', { name, password }, 'password')
})

onSubmit('accept', async () => {
  const { value: password } = byId('new-password', HTMLInputElement)
  if (password.length < MIN_PASSWORD)
    return refuse('new-password', 'accept-result', `Choose at least ${MIN_PASSWORD} characters.`)
  await enter('accept', '/accept', { code: codeInAddress(), password }, 'new-password')
})

function refuse(field: string, result: string, sentence: string): void {
  byId(field).setAttribute('aria-invalid', 'true')
  sayProblem(result, sentence)
  byId(field).focus()
}

byId('sign-out').addEventListener('click', async () => {
  const answer = await askIdentity<Me>('/sign-out', {})
  if (answer.ok) void open()
  else sayProblem('sign-out-result', answer.sentence)
})

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-shows]'))
  button.addEventListener('click', () => {
    const field = byId(button.dataset.shows ?? '', HTMLInputElement)
    const isShown = field.type === 'text'
    field.type = isShown ? 'password' : 'text'
    button.textContent = isShown ? 'Show password' : 'Hide password'
  })

byId('again').addEventListener('click', () => void open())
addEventListener('hashchange', () => void open())
void open()
