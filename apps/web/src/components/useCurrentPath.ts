import { useLocation, useSearch } from 'wouter'

/** The address of the open screen within its site, to come back to after signing in. */
export const useCurrentPath = (): string => {
  const [path] = useLocation()
  const search = useSearch()
  return search === '' ? path : `${path}?${search}`
}
