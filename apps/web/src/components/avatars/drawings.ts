/** Drawing in a 32 × 32 square: filled areas and lines over them. */
export type Drawing = { readonly tone: 1 | 2 | 3 | 4 | 5; readonly area: string; readonly lines: string }

/** The fourteen avatars a customer can choose from. */
export const drawings: readonly Drawing[] = [
  // A glasshouse.
  { tone: 3, area: 'M7 26V14l9-7 9 7v12z', lines: 'M7 26V14l9-7 9 7v12zM16 7v19M7 18h18M5 26h22' },
  // A leaf.
  {
    tone: 1,
    area: 'M8 24C7 13 13 7 25 7c1 12-5 18-17 17z',
    lines: 'M8 24C7 13 13 7 25 7c1 12-5 18-17 17zM5 27 19 13M13 19v-6M13 19h6',
  },
  // The sun over water.
  {
    tone: 5,
    area: 'M9 19a7 7 0 0 1 14 0z',
    lines: 'M9 19a7 7 0 0 1 14 0M4 19h24M8 23h16M12 27h8M16 5v3M6.5 9l2 2M25.5 9l-2 2',
  },
  // The moon and a star.
  {
    tone: 2,
    area: 'M20 6a10.5 10.5 0 1 0 6 14A9 9 0 0 1 20 6z',
    lines: 'M20 6a10.5 10.5 0 1 0 6 14A9 9 0 0 1 20 6zM25 9v4M23 11h4',
  },
  // Mountains.
  { tone: 4, area: 'M4 25 12 11l5 8 3-4 8 10z', lines: 'M4 25 12 11l5 8 3-4 8 10zM9.5 15.500l2.5 2 2.3-2.3' },
  // Waves.
  {
    tone: 3,
    area: 'M4 19c4-5 8-5 12 0s8 5 12 0v8H4z',
    lines: 'M4 13c4-5 8-5 12 0s8 5 12 0M4 19c4-5 8-5 12 0s8 5 12 0',
  },
  // A cactus in a pot.
  {
    tone: 1,
    area: 'M10 22h12l-1.5 6h-9zM13 22V9a3 3 0 0 1 6 0v13z',
    lines:
      'M10 22h12l-1.5 6h-9zM13 22V9a3 3 0 0 1 6 0v13M13 17H9.500a2 2 0 0 1-2-2v-2M19 15h3.500a2 2 0 0 0 2-2v-2',
  },
  // A tulip.
  {
    tone: 5,
    area: 'M10 7l3 3 3-4 3 4 3-3v6a6 6 0 0 1-12 0z',
    lines: 'M10 7l3 3 3-4 3 4 3-3v6a6 6 0 0 1-12 0zM16 19v9M16 27c-5 0-7-3-7-7M16 25c4 0 6-2 6-5',
  },
  // A fish.
  {
    tone: 2,
    area: 'M5 16c4-7 12-8 17-1l5-4v10l-5-4c-5 7-13 6-17-1z',
    lines: 'M5 16c4-7 12-8 17-1l5-4v10l-5-4c-5 7-13 6-17-1zM10.5 14.500v.1M14 12c1.5 2.5 1.5 5.5 0 8',
  },
  // A bird.
  {
    tone: 3,
    area: 'M8 14a5 5 0 0 1 10-1c6 1 8 4 9 9-9 3-17 1-19-8z',
    lines:
      'M8 14a5 5 0 0 1 10-1c6 1 8 4 9 9-9 3-17 1-19-8zM8 13l-4 1.5 4 1.500M12.5 12.500v.1M16 18c3 0 5 0 6-2M16 23v4M20 23v4',
  },
  // A cat.
  {
    tone: 4,
    area: 'M7 6l5 4h8l5-4v12a9 9 0 0 1-18 0z',
    lines: 'M7 6l5 4h8l5-4v12a9 9 0 0 1-18 0zM12.5 15v1.500M19.5 15v1.500M14.8 19.500h2.400L16 21zM16 21v2',
  },
  // An owl.
  {
    tone: 1,
    area: 'M8 5l4 3h8l4-3v15a8 8 0 0 1-16 0z',
    lines:
      'M8 5l4 3h8l4-3v15a8 8 0 0 1-16 0zM12.5 10.500a2.8 2.8 0 1 0 0 5.600a2.8 2.8 0 1 0 0-5.600M19.5 10.500a2.8 2.8 0 1 0 0 5.600a2.8 2.8 0 1 0 0-5.600M16 15.500v3M12 22.500c1.3 1 2.7 1 4 0 1.3 1 2.7 1 4 0',
  },
  // A prism.
  {
    tone: 2,
    area: 'M16 7 26 24H6z',
    lines: 'M16 7 26 24H6zM3 18l8-2M21 15.500l8-1M21.8 17l7.2 1.500M22.6 18.500l6.4 4',
  },
  // A boat.
  { tone: 5, area: 'M6 21h20l-3 6H9zM17 5v13h9z', lines: 'M6 21h20l-3 6H9zM15 4v17M17 5v13h9zM13 9v9H7z' },
]
