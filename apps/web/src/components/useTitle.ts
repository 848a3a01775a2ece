import { useEffect } from 'react'

/** Shows a title in the browser tab, followed by the name of the platform. */
export const showTitle = (title: string): void => {
  document.title = `${title} · Glasshouse`
}

/** Sets the document title, followed by the name of the platform. */
export const useTitle = (title: string): void => {
  useEffect(() => showTitle(title), [title])
  useEffect(
    () => () => {
      document.title = 'Glasshouse'
    },
    [],
  )
}
