// What the program answers, and how it refuses, for tests that ask it many questions.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warodds::test {

using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

/// A roster of a designer in examples/.
std::string designer(const std::string& system);

Arguments with(Arguments arguments, const Arguments& more);
inline Arguments operator+(const Arguments& first, const Arguments& more) {
  return with(first, more);
}

std::vector<std::string> lines_of(const std::string& text);

/// The words of a text, with one blank between them: lines are broken where they are full.
std::string unwrapped(const std::string& text);

/// What the program prints; it must succeed.
std::string said(Arguments arguments, const Arguments& more = {});

/// Its answer with --format json; it must succeed.
Json answered(Arguments arguments, const Arguments& more = {});

/// The odds of each unit in the ranking that follows a matrix of whole battles.
std::map<std::string, double> ranked(Arguments options);

/// Of a list of numbers.
double sum(const Json& list);

/// What it complains of; it must refuse, by default as bad input, and print nothing else.
std::string refused(Arguments arguments, const Arguments& more = {}, int exit_code = 2);

/// It must refuse and say so.
void expect_refused(const Arguments& arguments, const std::string& because, int exit_code = 2);

}  // namespace warodds::test
