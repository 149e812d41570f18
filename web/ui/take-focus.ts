/**
 * A ref for what takes the focus when its dialog opens. React would focus at once, before the dialog opens and focuses
 * `Close`, on which Enter would close it. The browser heeds the attribute when it opens the dialog.
 */
export const takeFocus = (element: Element | null) => element?.setAttribute('autofocus', '')
