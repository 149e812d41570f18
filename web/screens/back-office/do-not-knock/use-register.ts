import { useCallback, useState } from 'react'
import type { RegisterPage } from '#protocol/register.ts'
import { type RegisterSearch, readRegister } from '../../../http/register.ts'
import { type Polled, usePolled } from '../../../http/use-polled.ts'

const POLL_MS = 10_000
const FIRST = 50
/** The most entries that one call returns. */
const MOST = 200

export type RegisterShown = Polled<RegisterPage> & {
  /** Shows more entries; undefined if there are no more, or if only a narrower search can show them. */
  showMore: (() => void) | undefined
}

/** Polls the entries of the register that match a search. */
export function useRegister({ search, state }: RegisterSearch): RegisterShown {
  const [limit, setLimit] = useState(FIRST)
  const read = useCallback(() => readRegister({ search, state }, limit), [search, state, limit])
  const polled = usePolled(read, POLL_MS)
  const hasMore = polled.value?.next != null && limit < MOST
  return { ...polled, showMore: hasMore ? () => setLimit(MOST) : undefined }
}
