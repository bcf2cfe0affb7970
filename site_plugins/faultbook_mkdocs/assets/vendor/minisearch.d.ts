// What the site uses of MiniSearch.
export interface SearchOptions {
  boost?: Record<string, number>;
  boostDocument?: (id: any, term: string, storedFields?: Record<string, unknown>) => number;
  boostTerm?: (term: string, index: number, terms: string[]) => number;
  combineWith?: "OR" | "AND";
  fuzzy?: boolean | number | ((term: string, index: number, terms: string[]) => boolean | number);
  prefix?: boolean | ((term: string, index: number, terms: string[]) => boolean);
  maxFuzzy?: number;
  weights?: { fuzzy: number; prefix: number };
}
export interface SearchResult {
  id: any;
  score: number;
  terms: string[];
  queryTerms: string[];
  match: Record<string, string[]>;
}
export default class MiniSearch<T = any> {
  constructor(options: {
    fields: string[];
    idField?: string;
    extractField?: (document: T, field: string) => any;
    tokenize?: (text: string, field?: string) => string[];
    processTerm?: (term: string, field?: string) => string | string[] | null | undefined | false;
    searchOptions?: SearchOptions;
  });
  addAll(documents: readonly T[]): void;
  search(query: string, options?: SearchOptions): SearchResult[];
  readonly termCount: number;
}
