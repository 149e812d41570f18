import { useEffect } from 'react'
import { useBackKey } from '../../../../ui/back-key.ts'
import { holdToasts } from '../../../../ui/toast-store.ts'
import { useStore } from '../../../../use-store.ts'
import { handover } from '../../handover.ts'

/**
 * Returns whether the customer is holding the phone. During that time the screen is bright and stays awake, and toasts
 * wait for the agent.
 */
export function useHandover(): boolean {
  const isHandedOver = useStore(handover)
  useBackKey(() => handover.set(false), isHandedOver ? 1 : 0)
  useEffect(() => () => handover.set(false), [])
  useEffect(() => {
    if (!isHandedOver) return
    document.documentElement.classList.add('bright')
    const letToastsGo = holdToasts()
    const letScreenSleep = keepScreenAwake()
    return () => {
      document.documentElement.classList.remove('bright')
      letToastsGo()
      letScreenSleep()
    }
  }, [isHandedOver])
  return isHandedOver
}

/**
 * Keeps the screen awake if the phone can. Some phones cannot, and none does while its battery is low; signing works
 * all the same.
 */
function keepScreenAwake(): () => void {
  const lock = navigator.wakeLock?.request('screen').catch(() => undefined)
  return () => void lock?.then((held) => held?.release())
}
