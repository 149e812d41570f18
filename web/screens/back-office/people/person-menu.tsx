import { signsIn } from '#domain/access/roles.ts'
import type { PersonListed } from '#protocol/people.ts'
import type { PersonAction } from './person-actions.ts'
import { personInWords } from './person-words.ts'

type PersonMenuProps = {
  person: PersonListed
  actions: readonly PersonAction[]
  onChoose: (action: PersonAction) => void
}

/** The actions on a person, each with what it means. */
export const PersonMenu = ({ person, actions, onChoose }: PersonMenuProps) => (
  <div className="min-h-0 overflow-y-auto pb-2">
    <p className="px-5 py-3 text-sm text-muted wrap-anywhere">{personInWords(person).join(' · ')}</p>
    <ul className="divide-y divide-line border-t border-line">
      {actions.map((action) => {
        const { name, meaning } = inWords(action, person)
        return (
          <li key={action}>
            <button
              type="button"
              aria-describedby={`meaning-${action}`}
              className="flex min-h-11 w-full flex-col px-5 py-2.5 text-left -outline-offset-3 hover:bg-sunken"
              onClick={() => onChoose(action)}
            >
              <span className="font-semibold text-accent">{name}</span>
              <span id={`meaning-${action}`} aria-hidden="true" className="text-sm text-muted">
                {meaning}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  </div>
)

function inWords(action: PersonAction, person: PersonListed): { name: string; meaning: string } {
  switch (action) {
    case 'enrol':
      return { name: 'Enrol a phone', meaning: 'Makes a code to open on their phone.' }
    case 'password':
      return person.can_sign_in
        ? { name: 'New password', meaning: 'Makes a code to choose one. The old one works until then.' }
        : {
            name: 'Invite again',
            meaning: 'Makes a code to choose a password. Any earlier code stops working.',
          }
    case 'rename':
      return {
        name: 'Rename',
        meaning: signsIn(person.role)
          ? 'They sign in with the new name.'
          : 'Changes it on their past work too.',
      }
    case 'role':
      return { name: 'Change role', meaning: 'Signs them out, so that the new role applies at once.' }
    case 'suspend':
      return { name: 'Suspend', meaning: 'Keeps them out until you resume. What their phones sell is held.' }
    case 'resume':
      return { name: 'Resume', meaning: 'They can work again. Held sales stay held until you release them.' }
    case 'retire':
      return { name: 'Retire', meaning: 'For someone who has left. It can’t be undone.' }
  }
}
