/**
 * The type of stored data without its unknown fields. A schema keeps fields of later versions, so its type allows every name; in a
 * program a name that is not known is a misspelt one.
 */
export type KnownFields<Data> = Data extends readonly (infer Item)[]
  ? KnownFields<Item>[]
  : Data extends object
    ? { [Name in keyof Data as string extends Name ? never : Name]: KnownFields<Data[Name]> }
    : Data;
