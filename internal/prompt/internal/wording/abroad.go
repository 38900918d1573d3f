package wording

import "regexp"

// abroad are words for writing and for tools in languages other than English: a clause with one
// tells the model to write a key, or says that a tool does.
var (
	abroad = regexp.MustCompile(`寫入|写入|存入|寫到|写到|寫進|写进|存到|存進|存进|更新|保存|儲存|存储|設定|设置|設為|设为|記錄|记录|追加|添加|工具|` + // Chinese
		`書き込|書く|記録|格納|ツール|` + // Japanese
		`저장|기록|업데이트|설정|추가|도구|` + // Korean
		`(?i)(?:^|[^\pL])(?:` +
		`guard(?:a|ar|arlo|arla|e|as|en|ad[oa])|escrib(?:a|e|ir|as)|almacen\pL*|actualiz\pL*|herramientas?|` + // Spanish
		`salv(?:a|ar|e|o)|escrev(?:a|e|er)|grav(?:a|ar|e)|armazen\pL*|atualiz\pL*|registr(?:a|ar|e)|ferramentas?|` + // Portuguese
		`enregistr\pL*|écri(?:s|re|vez|t)|sauvegard\pL*|stock(?:e|er|ez)|outils?|` + // French
		`speicher\pL*|gespeichert|schreib\pL*|aktualisier\pL*|werkzeuge?)(?:$|[^\pL])`) // German
	endAbroad = regexp.MustCompile(`[。！？；，!?;\n]|\.(?:\s|$)`)
)

// isWrittenAbroad reports whether the clause around a key has a word of another language than
// English for writing, or for tools.
func isWrittenAbroad(text string, k StateKey) bool {
	return abroad.MatchString(around(text, k, endAbroad))
}
