import { EmptyState } from '../../../ui/states.tsx'

/** Says what people are for, and how the first admin gets in. */
export const NoPeople = ({ isAnonymous = false }: { isAnonymous?: boolean }) => (
  <section aria-label="People" className="card">
    <EmptyState>
      {isAnonymous
        ? 'Sign-in is switched off here. With AUTH_MODE=mixed or required, sales have owners, acts have names, and a lost phone can be wiped. Set it, restart Doorstep, then invite the first admin on the server:'
        : 'No one yet. Invite the first admin on the server:'}
    </EmptyState>
    <p className="border-t border-line px-4 py-3 text-center font-mono text-sm wrap-anywhere">
      npx doorstep invite NAME --role=admin
    </p>
  </section>
)
