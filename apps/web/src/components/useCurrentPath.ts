import { useLocation, useSearch } from 'wouter'

/** Address of the current screen in its site, as the return target after sign-in. */
export const useCurrentPath = (): string => {
  const [path] = useLocation()
  const search = useSearch()
  return search === '' ? path : `${path}?${search}`
}
