let loading: Promise<void> | undefined

/**
 * Loads the styles of everything after the first page, once. Resolves at once on a page whose only sheet has them all.
 * Rejects if the sheet does not arrive; the next call tries again.
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
    // A new link each time: one that has failed does not load again.
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
