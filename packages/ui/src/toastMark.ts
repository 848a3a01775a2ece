/** Attribute of the list of toasts. A press on a toast above a dialog is not a press outside the dialog. */
export const toastMark = 'data-toasts'
