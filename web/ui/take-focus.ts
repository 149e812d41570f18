/**
 * A ref for the element that takes the focus when its dialog opens. React would focus it too early: the dialog would
 * then open and focus `Close`, and Enter would close it. The browser heeds this attribute when it opens the dialog.
 */
export const takeFocus = (element: Element | null) => element?.setAttribute('autofocus', '')
