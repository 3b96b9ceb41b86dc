#pragma once
// Size rules: how long files and functions may be, how many files a folder may hold.
// The numbers are those of docs/style.md. Not thread-safe; used by tests only.

#include <string>
#include <vector>

#include "tidy/source_tree.h"

namespace oarlock::tidy {

inline constexpr size_t kHeaderLinesMax = 400;
inline constexpr size_t kSourceLinesMax = 600;
inline constexpr size_t kTestLinesMax = 900;
inline constexpr size_t kFunctionLinesMax = 70;
inline constexpr size_t kFolderFilesMax = 40;
inline constexpr size_t kColumnsMax = 100;

struct FunctionSpan {
  size_t first_line;
  size_t lines;
};

// Bodies of functions at namespace or class level (lambdas count to their function).
std::vector<FunctionSpan> FindFunctions(std::string_view code);

std::vector<Finding> CheckSizes(const std::vector<SourceFile>& files);

}  // namespace oarlock::tidy
