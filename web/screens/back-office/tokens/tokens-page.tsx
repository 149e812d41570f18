import { useState } from 'react'
import type { TokenListed } from '#protocol/people.ts'
import { readTokens } from '../../../http/tokens.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx'
import { ToastRegion } from '../../../ui/toasts.tsx'
import { useAccount } from '../account/account.ts'
import { NoAnswer } from '../notices.tsx'
import { TokensFrame } from '../page-frames.tsx'
import { MakeToken } from './make-token.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { TokenRow } from './token-row.tsx'

const POLL_MS = 10_000

/** The tokens that other programs use to call Doorstep (docs/product 26.10). */
export const TokensPage = () =>
  useAccount() ? (
    <Tokens />
  ) : (
    <TokensFrame>
      <div className="card">
        <EmptyState>
          Other programs call with the public key here. With AUTH_MODE=mixed or required an admin can give
          each its own token.
        </EmptyState>
      </div>
    </TokensFrame>
  )

function Tokens() {
  const { value, failingSince, refresh } = usePolled(readTokens, POLL_MS)
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<TokenListed>()
  return (
    <TokensFrame actions={<Button onClick={() => setMaking(true)}>Make a token</Button>}>
      {failingSince && <NoAnswer since={failingSince} />}
      <section aria-label="Tokens" className="card overflow-hidden">
        {!value && <SkeletonRows count={3} label="Loading the tokens" />}
        {value?.tokens.length === 0 && (
          <EmptyState>No tokens yet. Each program that calls Doorstep should have its own.</EmptyState>
        )}
        <ul className="divide-y divide-line">
          {value?.tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      </section>
      {isMaking && <MakeToken onMade={refresh} onClose={() => setMaking(false)} />}
      {revoking && (
        <RevokeToken token={revoking} onRevoked={refresh} onClose={() => setRevoking(undefined)} />
      )}
      <ToastRegion place="page" />
    </TokensFrame>
  )
}
