/** Tells the other tabs which sale has changed on this phone, and hears it from them. */
export function createOtherTabs(onChanged: (sessionId: string) => void): (sessionId: string) => void {
  const channel = new BroadcastChannel('doorstep-sales')
  channel.addEventListener('message', ({ data }) => onChanged(String(data)))
  return (sessionId) => channel.postMessage(sessionId)
}
