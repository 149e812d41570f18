/**
 * Joins this page to the phone's other tabs: `onMessage` receives the messages of other tabs on the channel. The
 * returned function sends one to them.
 */
export function joinOtherTabs(
  channel: string,
  onMessage: (message: string) => void,
): (message: string) => void {
  const tabs = new BroadcastChannel(channel)
  tabs.addEventListener('message', ({ data }) => onMessage(String(data)))
  return (message) => tabs.postMessage(message)
}
