import { useEffect } from 'react'

/** Sets the document title, followed by the name of the platform. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Glasshouse`
    return () => {
      document.title = 'Glasshouse'
    }
  }, [title])
}
