import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Sale } from '#domain/sale/sale.ts'
import { useBackKey } from '../../ui/back-key.ts'
import { toast } from '../../ui/toast-store.ts'
import { useSaleActions } from '../use-sale-actions.ts'

const NOT_OPENED = 'Not opened: This phone couldn’t open the sale. Try again'

type OneSaleProps = { sessionId: string; onClose: () => void; children: (sale: Sale) => ReactNode }

/** One sale of this phone, in place of the tracker's list. Closes, with a toast, if the phone cannot open it. */
export function OneSale({ sessionId, onClose, children }: OneSaleProps) {
  const saleActions = useSaleActions()
  const [sale, setSale] = useState<Sale>()
  const close = useEffectEvent(onClose)
  const place = useRef<HTMLDivElement>(null)
  useBackKey(onClose)
  useEffect(() => place.current?.closest('dialog')?.focus(), [])
  useEffect(() => {
    let isOpen = true
    const giveUp = () => {
      if (!isOpen) return
      toast(NOT_OPENED, 'bad')
      close()
    }
    saleActions.find(sessionId).then((found) => (found ? setSale(found) : giveUp()), giveUp)
    return () => {
      isOpen = false
    }
  }, [saleActions, sessionId])
  return (
    <div ref={place} className="contents">
      {sale && children(sale)}
    </div>
  )
}
