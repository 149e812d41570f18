/**
 * Joins this page to the phone's other tabs: `onChanged` receives the id of each sale that another tab has changed. The
 * returned function notifies the other tabs of a change here.
 */
export function createOtherTabs(onChanged: (sessionId: string) => void): (sessionId: string) => void {
  const channel = new BroadcastChannel('doorstep-sales')
  channel.addEventListener('message', ({ data }) => onChanged(String(data)))
  return (sessionId) => channel.postMessage(sessionId)
}
