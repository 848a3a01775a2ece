import { useEffect } from 'react'

/** Names the page in the browser's tab and history; the house stands after it. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Glasshouse`
    return () => {
      document.title = 'Glasshouse'
    }
  }, [title])
}
