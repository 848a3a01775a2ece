/** A set of listeners; adding one returns the function that removes it. */
export const createListeners = <T>() => {
  const all = new Set<(value: T) => void>()
  return {
    add: (listener: (value: T) => void) => {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
    emit: (value: T) => {
      for (const listener of all) listener(value)
    },
  }
}
