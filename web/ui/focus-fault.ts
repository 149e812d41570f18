/** Moves the focus to the first field of a form that is marked as wrong, once React has marked it. */
export const focusFault = (form: HTMLFormElement | null): void =>
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
