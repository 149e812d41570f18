/**
 * Joins this page to the phone's other tabs: `onMessage` receives what another tab has sent on the channel. The returned
 * function sends to the other tabs.
 */
export function joinOtherTabs(
  channel: string,
  onMessage: (message: string) => void,
): (message: string) => void {
  const tabs = new BroadcastChannel(channel)
  tabs.addEventListener('message', ({ data }) => onMessage(String(data)))
  return (message) => tabs.postMessage(message)
}
