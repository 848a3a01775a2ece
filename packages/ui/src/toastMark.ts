/**
 * Attribute of a toast. A press on a toast above a dialog is not a press outside the dialog. The dialog learns of it after
 * the toast is gone, so the list of toasts would be no mark.
 */
export const toastMark = 'data-toasts'
