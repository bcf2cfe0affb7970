// Porter's stem of an English word.
export function stemmer(value: string): string;
