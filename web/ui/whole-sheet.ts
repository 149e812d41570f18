let loading: Promise<void> | undefined

/**
 * Loads the styles of everything after the first page, once. Resolves at once on a page whose only sheet has all
 * styles. Rejects if the sheet does not arrive; the next call tries again.
 */
export function wholeSheet(): Promise<void> {
  loading ??= load().finally(() => {
    loading = undefined
  })
  return loading
}

const load = () =>
  new Promise<void>((resolve, reject) => {
    const disabled = document.querySelector<HTMLLinkElement>('link[disabled]')
    if (!disabled) return resolve()
    // Uses a new link each time, because a link that has failed does not load again.
    const link = disabled.cloneNode() as HTMLLinkElement
    link.disabled = false
    link.onload = () => {
      disabled.remove()
      resolve()
    }
    link.onerror = () => {
      link.remove()
      reject(new Error('The style sheet did not load.'))
    }
    disabled.before(link)
  })
